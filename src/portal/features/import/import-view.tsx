// Draws all phases of an import: category, template, file, validation, decision, result.
import { useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { ImportOverviewAnswer, ImportView } from '#shared/calls/import-answers.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import { ImportSetup } from './import-setup.tsx'
import { cancelImport, confirmImport, loadImportState, saveReport, useImport } from './use-import.ts'
import './import.css'
import { toast } from '#portal/core/state/toast.ts'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Button } from '#portal/ui/button.tsx'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import { ignoreFailure, useTask } from '#portal/ui/hooks/use-task.ts'

interface ImportValidationProps {
  readonly view: ImportView
  readonly isBusy: boolean
  readonly onTake: () => void
  readonly onGiveUp: () => void
}

/** The number of errors that are listed on the page. */
const SHOWN = 100

/** Draws the validation of a file: valid rows, errors by row and column, and the decision. */
function ImportValidation({ view, isBusy, onTake, onGiveUp }: ImportValidationProps) {
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

function Faults({ view: { id, faults, wrong, exists } }: Pick<ImportValidationProps, 'view'>) {
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

interface Props {
  readonly type: string
  readonly link?: Link | undefined
  readonly scope: Scope
}

export function ImportPanel({ type, link, scope }: Props) {
  const { value: state, error, retry } = useLoaded(() => loadImportState(type), [type])
  if (error instanceof ApiError) return <Failed error={error} retry={retry} />
  if (!state) return <Skeleton shape="block" height={420} />
  return <ImportJobPanel type={type} scope={scope} state={state} link={link} />
}

function ImportJobPanel({ type, link, scope, state }: Props & { readonly state: ImportOverviewAnswer }) {
  const running = useImport(type, state.job)
  const { view, sending, problem } = running
  // The call has said why it failed; what is there now decides.
  const { isBusy, run } = useTask('', ignoreFailure)
  // Kept over a file that was refused or given up.
  const [category, setCategory] = useState(state.job?.category ?? '')
  const during = (work: () => Promise<ImportView | null>) => run(async () => running.show(await work()))
  return (
    <div className="eq-card eq-import">
      {sending || view?.state === 'judging' ? (
        <ImportProgress running={running} />
      ) : view?.state === 'judged' ? (
        <ImportValidation
          view={view}
          isBusy={isBusy}
          onTake={() =>
            during(async () => {
              const done = await confirmImport(view.id)
              revalidateAll()
              return done
            })
          }
          onGiveUp={() => during(() => cancelImport(view.id))}
        />
      ) : view?.state === 'done' ? (
        <ImportResult view={view} link={link} scope={scope} onAgain={() => running.show(null)} />
      ) : (
        <ImportSetup
          type={type}
          state={state}
          category={category}
          problem={problem}
          onChoose={setCategory}
          onSend={running.send}
        />
      )}
    </div>
  )
}

function ImportProgress({ running }: { readonly running: ReturnType<typeof useImport> }) {
  const { sending, view, problem, isHeld } = running
  const title = sending ? `正在上传 ${sending.name}` : `正在检查 ${view?.name ?? ''}`
  const share = sending ? sending.share : (view?.judged ?? 0) / Math.max(1, view?.total ?? 1)
  return (
    <div className="eq-import-progress">
      <h2>{title}</h2>
      <progress value={share} aria-label={title} />
      <p role="status">
        {sending
          ? `已上传 ${Math.round(share * 100)}%`
          : `已检查 ${view?.judged ?? 0} / ${view?.total ?? 0} 行`}
      </p>
      {isHeld ? (
        <p className="eq-import-problem" role="alert">
          检查中断：{problem}
        </p>
      ) : null}
      <p className="eq-actions">
        {isHeld ? (
          <Button look="primary" onClick={running.goOn}>
            继续检查
          </Button>
        ) : null}
        <Button onClick={running.cancel}>取消导入</Button>
      </p>
    </div>
  )
}

interface ImportResultProps {
  readonly view: ImportView
  readonly link: Link | undefined
  readonly scope: Scope
  readonly onAgain: () => void
}

/** Draws the result once the rows are imported. */
function ImportResult({ view, link, scope, onAgain }: ImportResultProps) {
  return (
    <div className="eq-import-done">
      <div role="status">
        <h2>已导入 {view.imported} 行</h2>
      </div>
      <p>导入的内容与逐件发布的办理流程相同，可随时查看状态和审核结果；图片和文件可以逐件补充。</p>
      <p className="eq-actions">
        {link ? (
          <LinkButton link={link} scope={scope} look="primary">
            查看导入的内容
          </LinkButton>
        ) : null}
        <Button onClick={onAgain}>再导入一份</Button>
      </p>
    </div>
  )
}
