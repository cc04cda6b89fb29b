// Owns the start of the portal in the browser.
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadAtStart } from './app/start.ts'
import { StartFailed } from './app/start-failed.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)

function start(): void {
  loadAtStart().then(
    () => root.render(<App />),
    () => root.render(<StartFailed retry={start} />),
  )
}

start()
