import GridStrategy
import ScrollSimCLI

await ScrollSimProgram.main(strategies: [Ours.self])
