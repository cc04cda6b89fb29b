// Owns the start of the portal in the browser.
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadAtStart } from './app/start.ts'
import { StartFailed } from './app/start-failed.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/ui.css'
import './styles/widgets.css'
import './styles/pages.css'

const root = createRoot(document.getElementById('root') as HTMLElement)

function start(): void {
  loadAtStart().then(
    (menu) => root.render(<App menu={menu} />),
    () => root.render(<StartFailed retry={start} />),
  )
}

start()
