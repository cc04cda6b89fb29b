// Owns the whole way of an import: category, template, file, verdict, decision, result.
import { useEffect, useState } from 'react'
import type { Scope } from '../../shared/condition.ts'
import type { ImportDeskAnswer, ImportView } from '../../shared/import-answers.ts'
import type { Link } from '../../shared/page-model.ts'
import { ApiError } from '../api/api-error.ts'
import { revalidateAll } from '../api/use-read.ts'
import { Failed } from '../ui/failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChooseTable } from './choose-table.tsx'
import { giveUp, loadState, takeRows } from './import-calls.ts'
import { ImportDone } from './import-done.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportVerdict } from './import-verdict.tsx'
import { useImport } from './use-import.ts'
import './import.css'

interface Props {
  readonly type: string
  readonly link?: Link
  readonly scope: Scope
}

export function ImportDesk({ type, link, scope }: Props) {
  const [state, setState] = useState<ImportDeskAnswer>()
  const [error, setError] = useState<ApiError>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let current = true
    setError(undefined)
    loadState(type).then(
      (loaded) => current && setState(loaded),
      (failure) => current && failure instanceof ApiError && setError(failure),
    )
    return () => {
      current = false
    }
  }, [type, attempt])
  if (error) return <Failed error={error} retry={() => setAttempt(attempt + 1)} />
  if (!state) return <Skeleton shape="block" height={420} />
  return <Desk type={type} scope={scope} state={state} {...(link ? { link } : {})} />
}

function Desk({ type, link, scope, state }: Props & { readonly state: ImportDeskAnswer }) {
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
        <ImportVerdict
          view={view}
          isBusy={isBusy}
          onTake={() =>
            during(async () => {
              const done = await takeRows(view.id)
              revalidateAll()
              return done
            })
          }
          onGiveUp={() => during(() => giveUp(view.id))}
        />
      ) : view?.state === 'done' ? (
        <ImportDone view={view} link={link} scope={scope} onAgain={() => running.show(null)} />
      ) : (
        <ChooseTable
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
