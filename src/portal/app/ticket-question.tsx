// Asks whether to sign in with a ticket that arrived in the address and that this browser did not request.
import { site } from '#portal/core/site.ts'

interface Props {
  /** The name of the signed-in user; null for a visitor. */
  readonly name: string | null
  readonly onAnswer: (isWanted: boolean) => void
}

export function TicketQuestion({ name, onAnswer }: Props) {
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
