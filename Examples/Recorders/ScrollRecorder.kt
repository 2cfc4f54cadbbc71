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
        last = micros
        rows.add(String.format(Locale.ROOT, "%.6f,%.3f", micros / 1e6, offset))
    }
}
