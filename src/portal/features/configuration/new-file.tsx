// Draws the start of a new configuration file: its kind, its name, and the file that it begins as.
import { useState } from 'react'
import { get, post } from '#portal/core/api/client.ts'
import { addressOf } from '#portal/core/site.ts'
import { Button } from '#portal/ui/button.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { ConfigurationFile } from '#shared/calls/configuration-answers.ts'
import type { Paged } from '#shared/calls/envelope.ts'

/** Kinds of which operators make new files; `folder` is the address of the folder in calls. */
const KINDS = [
  {
    kind: 'zone',
    named: /^[a-z0-9-]+$/,
    label: '专区',
    folder: 'zones-config~',
    hint: '用小写字母、数字与 -，如 rain-snow',
  },
  {
    kind: 'page',
    named: /^(?:[a-z0-9-]+\/)*[a-z0-9-]+$/,
    label: '页面',
    folder: 'pages-config~',
    hint: '用小写字母、数字与 -，文件夹用 / 隔开，如 about/help',
  },
  {
    kind: 'dictionary',
    named: /^[A-Za-z][\w-]*$/,
    label: '字典',
    folder: 'schemas~dictionaries~',
    hint: '以字母开头，如 riverLevel',
  },
  {
    kind: 'notice',
    named: /^[A-Za-z][\w-]*$/,
    label: '通知',
    folder: 'schemas~notices~',
    hint: '以字母开头，如 levelRaised',
  },
] as const

interface Props {
  /** Called with the id of the file, of which there is a draft now. */
  readonly onMade: (id: string) => void
}

type Files = Paged<Pick<ConfigurationFile, 'id' | 'title' | 'path'>>

const MAX_FILES = 50

export function NewFile({ onMade }: Props) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>(KINDS[0])
  const [name, setName] = useState('')
  const [sample, setSample] = useState('')
  const files = useLoaded(
    () => get<Files>(addressOf('configuration.files'), { kind: kind.kind, limit: MAX_FILES }),
    [kind],
  )
  const { isBusy, problem, setProblem, run } = useTask('没有新建，请稍后重试')
  const chosen = sample || files.value?.list[0]?.id
  const make = () => {
    const id = `${kind.folder}${name.trim().replaceAll('/', '~')}.json`
    if (!kind.named.test(name.trim())) return setProblem(`文件名有误：${kind.hint}`)
    if (files.value?.list.some((file) => file.id === id)) return setProblem('已有同名的文件')
    void run(async () => {
      const { published } = await get<ConfigurationFile>(addressOf('configuration.info'), { id: chosen })
      await post(addressOf('configuration.save'), { id, text: published ?? '{}' })
      onMade(id)
    })
  }
  return (
    <form
      className="eq-file-form eq-file-fields"
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      <fieldset className="eq-file-kinds">
        <legend>新建什么</legend>
        {KINDS.map((one) => (
          <label key={one.kind} className="eq-option">
            <input
              type="radio"
              name="kind"
              checked={one === kind}
              onChange={() => {
                setKind(one)
                setSample('')
              }}
            />
            {one.label}
          </label>
        ))}
      </fieldset>
      <div className="eq-field">
        <label htmlFor="new-name">
          文件名
          <span className="eq-required" aria-hidden="true" />
        </label>
        <p id="new-name-help" className="eq-help">
          {kind.hint}
        </p>
        <input
          id="new-name"
          className="eq-input"
          aria-describedby="new-name-help"
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <div className="eq-field">
        <label htmlFor="new-sample">以哪个文件为样本</label>
        {files.error ? <Failed error={files.error} retry={files.retry} /> : null}
        {files.value ? (
          <select
            id="new-sample"
            className="eq-input eq-input-select"
            value={chosen}
            onChange={({ target }) => setSample(target.value)}
          >
            {files.value.list.map(({ id, title, path }) => (
              <option key={id} value={id}>
                {title}（{path}）
              </option>
            ))}
          </select>
        ) : (
          <Skeleton lines={1} />
        )}
      </div>
      {problem ? (
        <p role="alert" className="eq-form-message">
          {problem}
        </p>
      ) : null}
      <p className="eq-actions">
        <Button type="submit" look="primary" busy={isBusy} disabled={name.trim() === '' || !chosen}>
          新建
        </Button>
      </p>
    </form>
  )
}
