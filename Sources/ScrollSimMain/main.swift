internal import ScrollSimCLI

await ScrollSimProgram.main()
