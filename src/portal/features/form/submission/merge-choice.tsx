// Draws how typed answers and a newer save of the same item are merged, and asks where both changed a field.
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useRead } from '#portal/core/api/use-read.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { mergeAnswers } from '#portal/core/form-state/merge-answers.ts'
import {
  currentAnswers,
  initialData,
  type LoadedFormPage,
} from '#portal/features/form/draft/use-live-store.ts'
import { AnswerValue } from '#portal/features/form/engine/answer-value.tsx'
import type { LoadedItem } from '#portal/features/form/use-form-start.ts'
import { TextComparison } from '#portal/features/versions/text-comparison.tsx'
import { Button } from '#portal/ui/button.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { readChoices } from '#portal/widgets/inputs/parts/picker/ref-choices.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import type { VersionEntry } from '#shared/calls/version-calls.ts'
import { versionAddress } from '#shared/calls/version-calls.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import type { FormData, FormUser } from '#shared/validation/visible-fields.ts'
import '#portal/features/versions/versions.css'

type Side = 'mine' | 'theirs'

interface Props {
  readonly page: LoadedFormPage
  readonly user: FormUser
  readonly store: FormStore
  /** The item that the answers began with; of one that is not known any more only id and revision. */
  readonly base: LoadedItem | null
  readonly isBaseKnown: boolean
  /** The item as somebody else saved it since. */
  readonly newer: LoadedItem
  /** True if the person may read who saved it. */
  readonly isVersioned: boolean
  /** Of the button that merges. */
  readonly label: string
  /** Called with the answers of the other person that count. */
  readonly onMerge: (taken: FormData) => void
}

/** The typed answers stay until everything is chosen, and are compared anew when they change. */
export function MergeChoice({ page, user, store, base, isBaseKnown, newer, isVersioned, ...props }: Props) {
  const { label, onMerge } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [mine, setMine] = useState(() => store.body())
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const [problem, setProblem] = useState('')
  const savers = useSavers(isVersioned ? base : null)
  useEffect(() => store.onChange(() => setMine(store.body())), [store])
  useEffect(() => heading.current?.focus(), [])
  const before = useMemo(
    () => (isBaseKnown ? currentAnswers(page, base, user) : null),
    [page, base, isBaseKnown, user],
  )
  const theirs = useMemo(() => currentAnswers(page, newer, user) ?? {}, [page, newer, user])
  const { taken, conflicts } = useMemo(() => {
    const merge = mergeAnswers({ base: before, mine, theirs })
    const pick = (names: ReadonlySet<string>) => store.form.fields.filter(({ name }) => names.has(name))
    return { taken: pick(merge.taken), conflicts: pick(merge.conflicts) }
  }, [store, before, mine, theirs])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const open = conflicts.filter(({ name }) => !chosen[name])
    if (open.length > 0) {
      setProblem(`请选择以下项目采用哪一份：${open.map(({ title }) => title).join('、')}`)
      event.currentTarget.querySelector<HTMLElement>(`fieldset[data-field="${open[0]?.name}"] input`)?.focus()
      return
    }
    const names = [...taken, ...conflicts.filter(({ name }) => chosen[name] === 'theirs')]
    // As they are stored: the form of another category asks for other parameters.
    const stored = initialData(page, newer, null)
    onMerge(Object.fromEntries(names.map(({ name }) => [name, stored[name]])))
  }
  return (
    <section className="eq-stale" aria-label="合并修改">
      <h2 ref={heading} tabIndex={-1}>
        内容已有更新的版本
      </h2>
      <p>
        您填写期间，{savers.all}保存过该内容。您填写的内容仍保留在下方，尚未提交。
        {conflicts.length > 0
          ? `${isBaseKnown ? '双方都改动' : '双方不同'}的项目，请逐项选择；其余项目自动合并。`
          : '双方改动的项目没有冲突，可以合并。'}
      </p>
      <form onSubmit={submit} noValidate>
        {conflicts.map((field) => (
          <Conflict
            key={field.name}
            field={field}
            store={store}
            values={{ mine: mine[field.name], theirs: theirs[field.name] }}
            saver={savers.of(field)}
            chosen={chosen[field.name]}
            onChoose={(side) => {
              setChosen({ ...chosen, [field.name]: side })
              setProblem('')
            }}
          />
        ))}
        {taken.length > 0 ? (
          <details className="eq-merge-taken">
            <summary>
              您没有改动的 {taken.length} 项采用对方保存的内容：{taken.map(({ title }) => title).join('、')}
            </summary>
            <dl>
              {taken.map((field) => (
                <div key={field.name}>
                  <dt>
                    {field.title}（{savers.of(field)}）
                  </dt>
                  <dd>
                    <Value field={field} store={store} value={theirs[field.name]} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        ) : null}
        {problem ? (
          <p className="eq-problem" role="alert">
            {problem}
          </p>
        ) : null}
        <div className="eq-form-actions">
          <Button type="submit" look="primary">
            {label}
          </Button>
        </div>
      </form>
    </section>
  )
}

interface ConflictProps {
  readonly field: Field
  readonly store: FormStore
  readonly values: Readonly<Record<Side, unknown>>
  readonly saver: string
  readonly chosen: Side | undefined
  readonly onChoose: (side: Side) => void
}

const LONG: ReadonlySet<FieldType> = new Set(['long-text', 'rich-text'])

function Conflict({ field, store, values, saver, chosen, onChoose }: ConflictProps) {
  const titles = { mine: '您填写的', theirs: `${saver}保存的` }
  const { mine, theirs } = values
  const isCompared = LONG.has(field.type) && typeof mine === 'string' && typeof theirs === 'string'
  return (
    <fieldset className="eq-merge-conflict" data-field={field.name}>
      <legend>{field.title}</legend>
      {isCompared ? (
        <div className="eq-change-table">
          <TextComparison
            before={theirs}
            after={mine}
            titles={[titles.theirs, titles.mine]}
            isRich={field.type === 'rich-text'}
          />
        </div>
      ) : null}
      <div className="eq-merge-sides">
        {(['theirs', 'mine'] as const).map((side) => (
          <label key={side} className="eq-option">
            <input
              type="radio"
              name={`merge-${field.name}`}
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            <span>
              <strong>{isCompared ? `采用${titles[side]}` : titles[side]}</strong>
              {isCompared ? null : <Value field={field} store={store} value={values[side]} />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ValueProps {
  readonly field: Field
  readonly store: FormStore
  readonly value: unknown
}

function Value({ field, store, value }: ValueProps) {
  const { widget = 'text', options } = store.form.inputs[field.name] ?? {}
  return (
    <div className="eq-merge-value">
      <AnswerValue field={field} widget={widget} value={value} choices={readChoices(options)} />
    </div>
  )
}

const SOMEBODY = '他人'
/** Saves that are looked through for names. */
const MOST = 50

/** The people who saved since, by the versions of the item; nobody by name for those who may not read versions. */
function useSavers(base: LoadedItem | null) {
  const { data } = useRead<Paged<VersionEntry>>(
    base ? { path: versionAddress('list'), params: { id: base.id, limit: MOST } } : null,
  )
  const since = (data?.list ?? []).filter(({ revision }) => revision > (base?.revision ?? 0))
  const names = [...new Set(since.flatMap(({ by }) => by ?? []))]
  return {
    all: names.length > 0 ? names.join('、') : '他人或您的另一个窗口',
    /** The newest save that changed the field. */
    of({ title }: Field): string {
      const found = since.find(({ fields }) => fields?.includes(title))
      return found?.by ? `${found.by}（${toDateTime(found.at)}）` : SOMEBODY
    },
  }
}
