// Draws all phases of an import: category, template, file, validation, decision, result.
import { useEffect, useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { ImportOverviewAnswer, ImportView } from '#shared/calls/import-answers.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import { cancelImport, confirmImport, loadImportState } from './import-client.ts'
import { ImportSetup } from './import-setup.tsx'
import { ImportValidation } from './import-validation.tsx'
import { useImport } from './use-import.ts'
import './import.css'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Button } from '#portal/ui/button.tsx'
import type { RunningImport } from './use-import.ts'

interface Props {
  readonly type: string
  readonly link?: Link
  readonly scope: Scope
}

export function ImportPanel({ type, link, scope }: Props) {
  const [state, setState] = useState<ImportOverviewAnswer>()
  const [error, setError] = useState<ApiError>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let current = true
    setError(undefined)
    loadImportState(type).then(
      (loaded) => current && setState(loaded),
      (failure) => current && failure instanceof ApiError && setError(failure),
    )
    return () => {
      current = false
    }
  }, [type, attempt])
  if (error) return <Failed error={error} retry={() => setAttempt(attempt + 1)} />
  if (!state) return <Skeleton shape="block" height={420} />
  return <ImportJobPanel type={type} scope={scope} state={state} {...(link ? { link } : {})} />
}

function ImportJobPanel({ type, link, scope, state }: Props & { readonly state: ImportOverviewAnswer }) {
  const running = useImport(type, state.job)
  const { view, sending, problem } = running
  const [isBusy, setBusy] = useState(false)
  // Kept over a file that was refused or given up.
  const [category, setCategory] = useState(state.job?.category ?? '')
  const during = async (work: () => Promise<ImportView | null>) => {
    setBusy(true)
    try {
      running.show(await work())
    } catch {
      // The call has said why; what is there now decides.
    } finally {
      setBusy(false)
    }
  }
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

function ImportProgress({ running }: { readonly running: RunningImport }) {
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
