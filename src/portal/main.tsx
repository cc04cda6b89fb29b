// Starts the portal in the browser.
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadAfterStart, loadAtStart, signInWithTicket, welcome } from './app/start.ts'
import { delayCalls } from './core/api/client.ts'
import { arriveFromSingleSignOn } from './core/session/session.ts'
import { site } from './core/site.ts'

/** Draws the page that a visitor sees when the portal cannot start. */
function StartFailed({ retry }: { retry: () => void }) {
  return (
    <main className="eq-start-failed">
      <h1>{site.name}</h1>
      <p role="alert">网络连接失败或服务正忙，页面未能加载。</p>
      <button type="button" className="eq-button eq-button-primary" onClick={retry}>
        重试
      </button>
    </main>
  )
}

const askTicket = (name: string | null): Promise<boolean> =>
  new Promise((resolve) => {
    root.render(<TicketQuestion name={name} onAnswer={resolve} />)
  })

/** A ticket comes first; with it the page is loaded anew, so that nothing of a visitor's is left. */
async function signInAndLoad(): Promise<boolean> {
  if (await signInWithTicket(askTicket)) return false
  arriveFromSingleSignOn()
  await loadAtStart()
  welcome()
  return true
}

const root = createRoot(document.getElementById('root') as HTMLElement)

/** Milliseconds after which a paint is no longer awaited: a tab in the background does not paint. */
const MAX_DRAWING_MS = 300
/** Milliseconds between the drawing of a frame and its being seen. */
const PRESENTING = 60

/** Resolves when what was asked to be drawn is on the screen. */
function drawing(): { readonly whenPainted: Promise<void>; readonly onDrawn: () => void } {
  let painted = () => {}
  const whenPainted = new Promise<void>((resolve) => {
    painted = resolve
    setTimeout(resolve, MAX_DRAWING_MS)
  })
  return { whenPainted, onDrawn: () => void requestAnimationFrame(() => setTimeout(painted, PRESENTING)) }
}

function start(): void {
  signInAndLoad().then(
    (isHere) => {
      if (!isHere) return
      const { whenPainted, onDrawn } = drawing()
      delayCalls(whenPainted)
      root.render(<App onDrawn={onDrawn} />)
      void whenPainted.then(loadAfterStart)
    },
    () => root.render(<StartFailed retry={start} />),
  )
}

start()

interface Props {
  /** The name of the signed-in user; null for a visitor. */
  readonly name: string | null
  readonly onAnswer: (isWanted: boolean) => void
}

function TicketQuestion({ name, onAnswer }: Props) {
  return (
    <main className="eq-start-failed">
      <h1>{site.name}</h1>
      <p>
        {name === null
          ? '您打开的链接将以统一认证账号登录本站。如非本人操作，请选择“不登录”。'
          : `您已登录（${name}）。继续登录将退出当前账号，改用统一认证账号。如非本人操作，请选择“保持当前登录”。`}
      </p>
      <p>
        <button type="button" className="eq-button eq-button-primary" onClick={() => onAnswer(false)}>
          {name === null ? '不登录' : '保持当前登录'}
        </button>{' '}
        <button type="button" className="eq-button" onClick={() => onAnswer(true)}>
          {name === null ? '继续登录' : '换用统一认证登录'}
        </button>
      </p>
    </main>
  )
}
