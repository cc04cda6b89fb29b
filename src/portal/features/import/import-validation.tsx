// Draws the validation of a file: valid rows, errors by row and column, and the decision.

import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import type { ImportView } from '#shared/calls/import-answers.ts'
import { saveReport } from './import-client.ts'

interface Props {
  readonly view: ImportView
  readonly isBusy: boolean
  readonly onTake: () => void
  readonly onGiveUp: () => void
}

/** The number of errors that are listed on the page. */
const SHOWN = 100

export function ImportValidation({ view, isBusy, onTake, onGiveUp }: Props) {
  const { name, total, right, wrong, exists, faults, renewed, notes } = view
  const known = exists > 0 ? `，${exists} 行您已有，不再导入` : ''
  return (
    <div className="eq-import-verdict">
      <h2>检查完成：{name}</h2>
      <p role="status">
        共 {total} 行：<strong>{right} 行正确</strong>，<strong>{wrong} 行有误</strong>
        {known}。
      </p>
      {renewed ? (
        <p className="eq-notice">上传后填写要求有调整，已按新要求重新检查，请核对后再导入。</p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="eq-notice">
          {note}
        </p>
      ))}
      <p className="eq-actions">
        {right > 0 ? (
          <Button look="primary" busy={isBusy} onClick={onTake}>
            {wrong > 0 ? `只导入正确的 ${right} 行` : `导入 ${right} 行`}
          </Button>
        ) : null}
        <Button disabled={isBusy} onClick={onGiveUp}>
          放弃导入
        </Button>
      </p>
      {isBusy ? <p role="status">正在处理，请不要关闭页面…</p> : null}
      {faults.length > 0 ? <Faults view={view} /> : null}
    </div>
  )
}

function Faults({ view: { id, faults, wrong, exists } }: Pick<Props, 'view'>) {
  const shown = faults.slice(0, SHOWN)
  const save = (format: string) => saveReport(id, format).catch(() => toast.error('下载失败，请重试'))
  return (
    <div className="eq-import-faults">
      <div className="eq-import-faults-head">
        <h3 id="eq-import-faults">逐行的问题</h3>
        <span className="eq-actions">
          <Button icon="download" onClick={() => save('xlsx')}>
            下载（Excel）
          </Button>
          <Button icon="download" onClick={() => save('csv')}>
            下载（CSV）
          </Button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="eq-table-frame" tabIndex={0} aria-labelledby="eq-import-faults">
        <table className="eq-table eq-import-table">
          <thead>
            <tr>
              <th scope="col">行</th>
              <th scope="col">列</th>
              <th scope="col">所填内容</th>
              <th scope="col">问题</th>
              <th scope="col">如何修改</th>
            </tr>
          </thead>
          <tbody>
            {keyed(shown, ({ row, column }) => `${row} ${column}`).map(({ key, entry }) => (
              <tr key={key}>
                <td className="eq-numeric">{entry.row}</td>
                <td>{entry.column ?? '整行'}</td>
                <td>{entry.value}</td>
                <td>{entry.message}</td>
                <td className="eq-muted">{entry.help}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {wrong + exists > shown.length ? (
        <p className="eq-muted">此处只列出部分问题，全部问题请下载查看。</p>
      ) : null}
    </div>
  )
}
