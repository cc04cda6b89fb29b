// Owns the start of the portal in the browser.
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadAfterStart, loadAtStart } from './app/start.ts'
import { StartFailed } from './app/start-failed.tsx'
import { signInByTicket, welcome } from './session/ticket-sign-in.ts'

/** A ticket comes first; with it the page is loaded anew, so that nothing of a visitor's is left. */
async function signInAndLoad(): Promise<boolean> {
  if (await signInByTicket()) return false
  await loadAtStart()
  welcome()
  return true
}

const root = createRoot(document.getElementById('root') as HTMLElement)

/** Milliseconds: the first page is on the screen. */
const AFTER_FIRST_DRAWING = 300

function start(): void {
  signInAndLoad().then(
    (isHere) => {
      if (!isHere) return
      root.render(<App />)
      setTimeout(loadAfterStart, AFTER_FIRST_DRAWING)
    },
    () => root.render(<StartFailed retry={start} />),
  )
}

start()
