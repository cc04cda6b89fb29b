// Asks before drafts of configuration are published: what changes, whom it concerns, and a word for the record.
import { useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { addressOf, calls } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { ConfigurationFile, Conflict, PublishCheck } from '#shared/calls/configuration-answers.ts'
import type { FormSchemas } from '#shared/calls/form-schemas.ts'
import { withOffset } from '#shared/formats/portal-time.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import { ChangeList } from './change-list.tsx'
import { RetiredValues, retiredEntries } from './retired-values.tsx'
import { titlesOf } from './short-forms.ts'

interface Props {
  /** The file whose draft is published. */
  readonly file: ConfigurationFile
  /** What it would say. */
  readonly draft: Json
  readonly language: FormSchemas
  readonly title: string
  readonly onClose: () => void
  readonly onPublished: () => void
  /** Called to keep the draft where others have published another change of the same place. */
  readonly onKept: () => Promise<unknown>
}

const MAX_WORDS = 200

export function PublishDialog({ file, draft, language, title, onClose, onPublished, onKept }: Props) {
  const [words, setWords] = useState('')
  /** In the time of the portal; empty to publish now. */
  const [plannedAt, setPlannedAt] = useState('')
  /** Drafted with it, to move what items hold. */
  const [migration, setMigration] = useState<string | null>(null)
  const ids = [file.id, ...(migration === null ? [] : [migration])]
  const checked = useLoaded(
    () => post<PublishCheck>(addressOf('configuration.check'), { ids }),
    [file.id, migration],
  )
  const { isBusy, problem, run } = useTask('没有发布，请稍后重试')
  const close = () => {
    if (migration !== null) void post(addressOf('configuration.discard'), { id: migration })
    onClose()
  }
  const check = checked.value
  const toPlace = (pointer: string) =>
    titlesOf(pointer, { $ref: `#/$defs/${file.kind}` }, language as unknown as JsonSchema).join(' › ')
  const errors = check?.findings.filter(({ severity }) => severity === 'error') ?? []
  const publish = () =>
    void run(async () => {
      if (plannedAt === '') {
        await post(addressOf('configuration.publish'), { ids, words: words.trim() })
        toast.success('已发布，打开着的页面随即更新')
      } else {
        const plan = { files: ids, words: words.trim(), plannedAt: withOffset(`${plannedAt}:00`) }
        await post(addressOf('release.planFiles'), plan)
        toast.success('已排定，到时自动发布；可在“发布计划”中取消')
      }
      onPublished()
    })
  return (
    <Dialog
      open
      title={title}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>取消</Button>
          <Button
            look="primary"
            busy={isBusy}
            disabled={!check?.isValid || words.trim() === ''}
            onClick={publish}
          >
            {plannedAt === '' ? '发布' : '定时发布'}
          </Button>
        </>
      }
    >
      {checked.error ? <Failed error={checked.error} retry={checked.retry} /> : null}
      {!check && !checked.error ? <Skeleton lines={4} /> : null}
      {check ? (
        <>
          <ChangeList changes={check.changes} toPlace={toPlace} />
          <Impact {...check.impact} />
          <Conflicts
            conflicts={check.conflicts}
            toPlace={toPlace}
            onKeep={() =>
              void run(async () => {
                await onKept()
                checked.retry()
              })
            }
          />
          {check.plans.length > 0 ? (
            <ul aria-label="对已有内容的处理">
              {check.plans.map((plan) => (
                <li key={plan}>{plan}</li>
              ))}
            </ul>
          ) : null}
          {errors.map(({ message, path }) => (
            <p key={`${path}${message}`} role="alert" className="eq-field-error">
              {message}
            </p>
          ))}
          {migration === null && errors.length > 0 && retiredEntries(file, draft).length > 0 ? (
            <RetiredValues file={file} draft={draft} onDrafted={setMigration} />
          ) : null}
          <div className="eq-field">
            <label htmlFor="publish-words">
              修改说明
              <span className="eq-required" aria-hidden="true" />
            </label>
            <input
              id="publish-words"
              className="eq-input"
              maxLength={MAX_WORDS}
              value={words}
              placeholder="如：调整首页区块的次序"
              onChange={({ target }) => setWords(target.value)}
            />
          </div>
          {calls['release.planFiles'] === undefined ? null : (
            <div className="eq-field">
              <label htmlFor="publish-at">定时发布</label>
              <input
                id="publish-at"
                type="datetime-local"
                className="eq-input"
                value={plannedAt}
                aria-describedby="publish-at-help"
                onChange={({ target }) => setPlannedAt(target.value)}
              />
              <p id="publish-at-help" className="eq-help">
                不填则立即发布
              </p>
            </div>
          )}
        </>
      ) : null}
      {problem ? (
        <p role="alert" className="eq-form-message">
          {problem}
        </p>
      ) : null}
    </Dialog>
  )
}

const MAX_PAGES = 8

function Impact({ pages, types }: PublishCheck['impact']) {
  if (pages.length === 0 && types.length === 0) return null
  const more = pages.length - MAX_PAGES
  return (
    <section aria-label="影响">
      {pages.length > 0 ? (
        <p>
          涉及 {pages.length} 个页面：
          {pages
            .slice(0, MAX_PAGES)
            .map(({ title, changeTitle }) => `${title}（${changeTitle}）`)
            .join('、')}
          {more > 0 ? ` 等` : ''}
        </p>
      ) : null}
      {types.length > 0 ? (
        <p>涉及的内容：{types.map(({ title, count }) => `${title} ${count} 条`).join('、')}</p>
      ) : null}
    </section>
  )
}

interface ConflictsProps {
  readonly conflicts: readonly Conflict[]
  readonly toPlace: (pointer: string) => string
  readonly onKeep: () => void
}

/** Places that somebody else has published otherwise since the draft was begun. */
function Conflicts({ conflicts, toPlace, onKeep }: ConflictsProps) {
  if (conflicts.length === 0) return null
  return (
    <section role="alert" className="eq-form-message">
      <p>您开始修改之后，有人发布了同一处的其他修改：</p>
      <ul>
        {conflicts.map(({ pointer, files, published }) => (
          <li key={pointer}>
            {toPlace(pointer)}：已发布“{files ?? '（无）'}”，您的是“{published ?? '（无）'}”
          </li>
        ))}
      </ul>
      <Button onClick={onKeep}>保留我的修改</Button>
    </section>
  )
}
