// Draws the choice between two drafts after another window saved one; until then neither is overwritten.
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { changedNames } from '#portal/core/form-state/changed-fields.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { toast } from '#portal/core/state/toast.ts'
import { AnswerValue } from '#portal/features/form/engine/answer-value.tsx'
import { Button } from '#portal/ui/button.tsx'
import { readChoices } from '#portal/widgets/inputs/parts/picker/ref-choices.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'
import { toStoredDraft } from './draft-store.ts'
import { draftData, type RestoredDraft, restoreDraft } from './restore-draft.ts'
import type { DraftExtras, DraftKeeper } from './use-draft.ts'

interface VersionChoiceProps {
  readonly form: FormModel
  readonly mine: FormData
  readonly newer: FormData
  readonly words: typeof TEXTS
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly onKeep: () => void
  readonly onTake: () => void
}

/** Draws the choice between the typed answers and a newer version, with the differences side by side. */
function VersionChoice({ form, mine, newer, words, heading, onKeep, onTake }: VersionChoiceProps) {
  const differing = useMemo(() => {
    const changed = changedNames(newer, mine)
    return form.fields.filter(({ name }) => changed.has(name))
  }, [form, mine, newer])
  return (
    <section className="eq-stale" role="alert">
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p>{words.text}</p>
      {differing.length > 0 ? (
        <div className="eq-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">项目</th>
                <th scope="col">{words.mine}</th>
                <th scope="col">{words.newer}</th>
              </tr>
            </thead>
            <tbody>
              {differing.map((field) => (
                <tr key={field.name}>
                  <th scope="row">{field.title}</th>
                  {[mine[field.name], newer[field.name]].map((value, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the two sides
                    <td key={index}>
                      <AnswerValue
                        field={field}
                        widget={form.inputs[field.name]?.widget ?? 'text'}
                        value={value}
                        choices={readChoices(form.inputs[field.name]?.options)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <div className="eq-form-actions">
        <Button look="primary" onClick={onKeep}>
          {words.keep}
        </Button>
        <Button onClick={onTake}>{words.take}</Button>
      </div>
    </section>
  )
}

interface Props {
  readonly store: FormStore
  readonly keeper: DraftKeeper
  /** After the other's was taken: what it holds beside what the form asks. */
  readonly onTake: (taken: RestoredDraft, extras: DraftExtras) => void
}

const TEXTS = {
  title: '草稿已在另一个窗口修改',
  text: '您填写期间，草稿在另一个窗口或另一台设备上保存过。两份内容均已保留，请对比后选择；选择之前暂停自动保存。',
  mine: '当前窗口填写的',
  newer: '另一个窗口保存的',
  keep: '保留当前窗口填写的',
  take: '改用另一个窗口保存的',
}

export function DraftChoice(props: Props) {
  return props.keeper.newer ? <Choice {...props} newer={props.keeper.newer} /> : null
}

function Choice({ store, keeper, onTake, newer }: Props & { newer: NonNullable<DraftKeeper['newer']> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { showRequests } = keeper
  const taken = useMemo(() => restoreDraft(store.form, newer), [store.form, newer])
  const [mine, setMine] = useState(() => draftData(store.form, store.data()))
  useEffect(() => store.onChange(() => setMine(draftData(store.form, store.data()))), [store])
  // The focus stays, so that a user who is typing can go on; the message announces the choice.
  useEffect(() => toast.error(`${TEXTS.title}，请选择保留哪一份`), [])
  useEffect(() => {
    if (showRequests === 0) return
    heading.current?.focus()
    heading.current?.scrollIntoView?.({ block: 'center' })
  }, [showRequests])
  return (
    <VersionChoice
      form={store.form}
      mine={mine}
      newer={taken.data}
      words={TEXTS}
      heading={heading}
      onKeep={keeper.keep}
      onTake={() => {
        const extras = { unasked: taken.unasked, outline: toStoredDraft(newer).outline ?? {} }
        store.replace(taken.data)
        keeper.take()
        onTake(taken, extras)
      }}
    />
  )
}
