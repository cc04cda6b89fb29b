// Asks what stored items hold instead of values that a dictionary gives up, and drafts the migration that moves them.
import { useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { addressOf } from '#portal/core/site.ts'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import type { ConfigurationFile } from '#shared/calls/configuration-answers.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Json } from '#shared/model/json.ts'

interface Entry {
  readonly value: string
  readonly label: string
}

const entriesOf = (value: Json): readonly Entry[] =>
  (value as { readonly items?: readonly Entry[] } | null)?.items ?? []

/** Entries that a dictionary has as it is published, and not as it is drafted; none of any other file. */
export function retiredEntries({ kind, published }: ConfigurationFile, draft: Json): readonly Entry[] {
  if (kind !== 'dictionary' || published === null) return []
  const kept = new Set(entriesOf(draft).map(({ value }) => value))
  return entriesOf(JSON.parse(published) as Json).filter(({ value }) => !kept.has(value))
}

interface Props {
  readonly file: ConfigurationFile
  readonly draft: Json
  /** Called with the id of the migration, of which there is a draft now. */
  readonly onDrafted: (id: string) => void
}

export function RetiredValues({ file, draft, onDrafted }: Props) {
  const retired = retiredEntries(file, draft)
  const kept = entriesOf(draft)
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const { isBusy, problem, run } = useTask('没有保存，请稍后重试')
  const name = /([^/]+)\.json$/.exec(file.path)?.[1] ?? ''
  const save = () =>
    void run(async () => {
      const id = `schemas~migrations~${dayAt(new Date())}-${name.toLowerCase()}-${Date.now().toString(36)}.json`
      const labels = retired.map(({ label }) => `“${label}”`).join('、')
      const migration = {
        $schema: '../config/migration.schema.json',
        title: `${file.title}停用${labels}`.slice(0, 60),
        steps: retired.map(({ value }) => ({ rename: 'code', in: name, from: value, to: chosen[value] })),
      }
      await post(addressOf('configuration.save'), { id, text: JSON.stringify(migration, null, 2) })
      onDrafted(id)
    })
  return (
    <fieldset className="eq-file-params">
      <legend>已有内容用着停用的值，发布时一并改为：</legend>
      {retired.map(({ value, label }) => (
        <div key={value}>
          <label htmlFor={`retired-${value}`}>{label}</label>
          <select
            id={`retired-${value}`}
            className="eq-input eq-input-select"
            value={chosen[value] ?? ''}
            onChange={({ target }) => setChosen({ ...chosen, [value]: target.value })}
          >
            <option value="">请选择</option>
            {kept.map((entry) => (
              <option key={entry.value} value={entry.value}>
                {entry.label}
              </option>
            ))}
          </select>
        </div>
      ))}
      <div>
        <Button busy={isBusy} disabled={retired.some(({ value }) => !chosen[value])} onClick={save}>
          应用
        </Button>
        {problem ? <span className="eq-field-error">{problem}</span> : null}
      </div>
    </fieldset>
  )
}
