// Owns the start of the portal in the browser.
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadAfterStart, loadAtStart } from './app/start.ts'
import { StartFailed } from './app/start-failed.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)

/** Milliseconds: the first page is on the screen. */
const AFTER_FIRST_DRAWING = 300

function start(): void {
  loadAtStart().then(
    () => {
      root.render(<App />)
      setTimeout(loadAfterStart, AFTER_FIRST_DRAWING)
    },
    () => root.render(<StartFailed retry={start} />),
  )
}

start()
