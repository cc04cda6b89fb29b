// Draws a button that changes something on the server after a confirmation, with a reason or a form if one is required.
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { get, post } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { revalidateAll, useRead } from '#portal/core/api/use-read.ts'
import { type Warnings, warningsOf } from '#portal/core/api/warnings.ts'
import { requestValidator } from '#portal/core/pages/validators.ts'
import { endSession } from '#portal/core/session/session.ts'
import { LOGIN } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { mayStill } from '#portal/features/page/deleted-item.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { MutationDialogFooter, useTypedForm } from '#portal/widgets/dialogs/dialog-form.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import { REMARKS_KEY } from '#shared/lifecycles/field-comments.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Action, Source } from '#shared/model/page-model.ts'
import type { FormUser } from '#shared/validation/visible-fields.ts'
import type { ActionProps } from './action-props.ts'

export interface FieldCommentInput {
  /** Of the row, which keeps it while others go. */
  readonly key: number
  readonly field: string
  readonly text: string
}

/** Undefined where nothing is wrong. */
function problemOf(rows: readonly FieldCommentInput[]): string | undefined {
  if (rows.some(({ field }) => field === '')) return '请选择需要修改的内容'
  return rows.some(({ text }) => text.trim() === '') ? '请写明每一项的修改要求' : undefined
}

/** The entries of a list from which one is chosen. */
interface Chosen {
  readonly list: NonNullable<Action['claim']>['among']
}

interface AssignmentChoiceProps {
  readonly claim: NonNullable<Action['claim']>
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** The only one that could be meant is so from the first. */
function firstChoice({ claim }: Action): string {
  const open = claim?.among.filter(({ barred }) => barred === undefined) ?? []
  return open.length === 1 ? (open[0]?.id ?? '') : ''
}

/** Draws the choice of the user's item for which a transition is executed, if the user has several. */
function AssignmentChoice({ claim, chosen, onChoose }: AssignmentChoiceProps) {
  const id = useId()
  const barred = claim.among.flatMap((one) => one.barred ?? [])
  return (
    <div className="eq-native-field">
      <label htmlFor={id}>
        {claim.title}
        <span className="eq-required">必填</span>
      </label>
      <select
        id={id}
        className="eq-input"
        value={chosen}
        aria-describedby={barred.length > 0 ? `${id}-barred` : undefined}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">请选择</option>
        {claim.among.map((one) => (
          <option key={one.id} value={one.id} disabled={one.barred !== undefined}>
            {one.title}
          </option>
        ))}
      </select>
      {barred.length > 0 ? (
        <p id={`${id}-barred`} className="eq-help">
          {barred.join('；')}
        </p>
      ) : null}
    </div>
  )
}

/** Few answer with stock phrases. */
const StockPhrases = lazy(async () => ({
  default: (await import('./on-demand/stock-phrases.tsx')).StockPhrases,
}))

/** Few send anything back. */
const FieldCommentRows = lazy(async () => ({
  default: (await import('./on-demand/field-comment-rows.tsx')).FieldCommentRows,
}))

const TransitionForm = lazy(async () => ({
  default: (await import('#portal/features/form/transition-form.tsx')).TransitionForm,
}))

interface Props extends Pick<ActionProps, 'action' | 'scope' | 'onChanged' | 'onAnswer'> {
  /** The form that a transition asks for. */
  readonly form?: FormModel | undefined
}

function questionOf(action: Action, scope: Scope): string {
  const { label, danger } = action
  const { item } = scope
  if (action.do !== 'transition' || !danger) return `确定${label}？`
  const after = mayStill(action, scope) ? '其他人将无法查看，可按状态查找并恢复' : '不能恢复'
  return `确定${label}“${headingOf((item ?? {}) as Item)}”？${label}后${after}。`
}

function TransitionText({ id, words }: { readonly id: string; readonly words: TransitionReason }) {
  const { title, help, optional, phrases } = words
  return (
    <div className="eq-native-field">
      <label htmlFor={id}>
        {title}
        {optional ? <span className="eq-muted">（选填）</span> : <span className="eq-required">必填</span>}
      </label>
      {help ? (
        <p id={`${id}-help`} className="eq-help">
          {help}
        </p>
      ) : null}
      {phrases ? (
        <Suspense fallback={null}>
          <StockPhrases dictionary={phrases} target={id} />
        </Suspense>
      ) : null}
      <textarea
        id={id}
        name="reason"
        className="eq-input"
        rows={4}
        aria-describedby={help ? `${id}-help` : undefined}
      />
    </div>
  )
}

/**
 * Returns the revision on the screen, so that the decision applies to that revision. Returns nothing with a pending
 * change, which has a revision of its own.
 */
function seenOf({ do: kind }: Action, { item }: Scope): { readonly revision?: number } {
  const { revision, changeStatus = null } = (item ?? {}) as { revision?: unknown; changeStatus?: unknown }
  return kind === 'transition' && typeof revision === 'number' && changeStatus === null ? { revision } : {}
}

/**
 * Calls the operation: `given` goes into the address of a GET call, into the body of a POST call together with `more`.
 * Returns nothing if the address cannot be filled in.
 */
function send(
  source: Source,
  scope: Scope,
  given: Readonly<Record<string, string | number>>,
  more: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> | undefined {
  const isPost = source.method === 'POST'
  const call = toReadSource(source, scope, isPost ? {} : given)
  if (!call) return undefined
  if (!isPost) return get(call.path, call.params, { headers })
  const body = { ...fillParams(source.body ?? {}, scope), ...given, ...more }
  return post(call.path, body, call.params, { headers })
}

export function ConfirmedButton({ action, form, scope, onChanged, onAnswer }: Props) {
  const [asking, setAsking] = useState(false)
  const { isBusy, problem, setProblem, run } = useTask('操作失败，请稍后重试')
  const id = useId()
  const typed = useTypedForm()
  const [rows, setRows] = useState<readonly FieldCommentInput[]>([])
  const { label, source, reason: words, remarks: commentFields, confirm, choice: among } = action
  const offered = useRead<Chosen>(asking && among ? toReadSource(among.source, scope) : null)
  const claim = among ? { ...among, among: offered.data?.list ?? [] } : action.claim
  const [chosen, setChosen] = useState(() => firstChoice(action))
  const [warnings, setWarnings] = useState<Warnings>()
  const look = action.danger ? 'danger' : action.primary ? 'primary' : 'plain'
  const unchosen = claim && !chosen ? `请选择${claim.title}` : undefined
  const given = { ...(claim ? { [claim.field]: chosen } : {}), ...seenOf(action, scope) }
  const finish = (answer: unknown, input?: object) => {
    setAsking(false)
    setRows([])
    // The receiver of the answer reads the data again once it has shown the answer.
    if (onAnswer) return onAnswer(answer, action, input)
    toast.success(action.done ?? `已${label}`)
    if (action.then === 'sign-out') return endSession({ goTo: LOGIN, isDone: true })
    onChanged?.(action)
    // Reads again only after the change has been drawn, so that data that are no longer on the page are not read.
    setTimeout(revalidateAll)
  }
  const request = (input: Parameters<typeof send>[2], more: Parameters<typeof send>[3]) =>
    source &&
    send(source, scope, input, more, warnings?.headers)?.catch((error: unknown) => {
      const found = warningsOf(error)
      setWarnings(found)
      throw found ? new Error(found.text) : error
    })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    const isReasonMissing = words && !words.optional && !reason
    const wrong = isReasonMissing ? `请填写${words.title}` : (unchosen ?? problemOf(rows))
    if (wrong) return setProblem(wrong)
    const comments = rows.map(({ field, text }) => ({ field, text }))
    const more = comments.length > 0 ? { [REMARKS_KEY]: comments } : {}
    const input = { ...(reason ? { reason } : {}), ...given }
    const sent = request(input, more)
    if (sent) void run(async () => finish(await sent, input))
  }
  const submitForm = async (answers: Readonly<Record<string, unknown>>) => {
    if (unchosen) throw new Error(unchosen)
    const sent = request(given, answers)
    if (!sent) throw new Error('页面地址不完整，无法提交')
    await sent
  }
  const close = () => {
    setAsking(false)
    setProblem('')
    setWarnings(undefined)
  }
  const question = confirm ?? questionOf(action, scope)
  const choice = claim ? <AssignmentChoice claim={claim} chosen={chosen} onChoose={setChosen} /> : null
  return (
    <>
      <Button
        look={look}
        onClick={() => {
          if (form) requestValidator(form)
          setAsking(true)
        }}
      >
        {label}
      </Button>
      <Dialog open={asking} title={label} onClose={close}>
        {form ? (
          <>
            <p className="eq-step-note">{question}</p>
            {choice}
            <Suspense fallback={<Skeleton lines={4} />}>
              <TransitionForm
                form={form}
                itemId={String((scope.item as Item | undefined)?.id ?? '')}
                user={scope.user as FormUser}
                submitLabel={label}
                onSubmit={submitForm}
                onDone={() => finish(undefined)}
                onClose={close}
              />
            </Suspense>
          </>
        ) : (
          <form ref={typed} onSubmit={submit}>
            <p>{question}</p>
            {choice}
            {words ? <TransitionText id={id} words={words} /> : null}
            {commentFields ? (
              <Suspense fallback={<Skeleton lines={2} />}>
                <FieldCommentRows fields={commentFields} rows={rows} onChange={setRows} />
              </Suspense>
            ) : null}
            <MutationDialogFooter
              problem={problem}
              isBusy={isBusy}
              label={warnings ? '核对无误，仍然提交' : action.danger ? `确定${label}` : '确定'}
              isDanger={action.danger === true}
              isFirst={!action.danger}
              onClose={close}
            />
          </form>
        )}
      </Dialog>
    </>
  )
}
