// Draws the page that a visitor sees when the portal cannot start.
import { site } from '#portal/core/site.ts'
export function StartFailed({ retry }: { retry: () => void }) {
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
