// Records the scrolling of a RecyclerView, momentum included, in density-independent pixels.
//
//     val recorder = ScrollRecorder(recyclerView)
//     …
//     val file = recorder.save()     // scrolls.csv in the app's external files

import android.os.SystemClock
import androidx.recyclerview.widget.RecyclerView
import java.io.File
import java.util.Locale

class ScrollRecorder(private val view: RecyclerView) : RecyclerView.OnScrollListener() {
    private val rows = mutableListOf("time_s,offset_pt")
    private val density = view.resources.displayMetrics.density
    private val start = SystemClock.elapsedRealtimeNanos()
    private var last = -1L
    private var offset = 0f
    private var lastOffset = 0f

    init {
        note()
        view.addOnScrollListener(this)
    }

    override fun onScrolled(recyclerView: RecyclerView, dx: Int, dy: Int) {
        offset += dy / density
        note()
    }

    /** Stops, and writes the recording. */
    fun save(name: String = "scrolls.csv"): File {
        view.removeOnScrollListener(this)
        val file = File(view.context.getExternalFilesDir(null), name)
        file.writeText(rows.joinToString("\n", postfix = "\n"))
        return file
    }

    // Two changes within a microsecond share a line: a recording's times only grow.
    private fun note() {
        val micros = (SystemClock.elapsedRealtimeNanos() - start) / 1_000
        if (micros == last) rows.removeAt(rows.size - 1)
        // Nothing changes at rest, and replays move evenly between lines: they would creep through it.
        val rest = micros - 16_667
        if (last >= 0 && rest - last >= 100_000) write(rest, lastOffset)
        last = micros
        lastOffset = offset
        write(micros, offset)
    }

    private fun write(micros: Long, offset: Float) {
        rows.add(String.format(Locale.ROOT, "%.6f,%.3f", micros / 1e6, offset))
    }
}
