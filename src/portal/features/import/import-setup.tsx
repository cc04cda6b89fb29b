// Draws the choice of category and file for an import, with the template to fill in.
import { useId } from 'react'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import type { ImportCategory, ImportOverviewAnswer } from '#shared/calls/import-answers.ts'
import { saveTemplate } from './use-import.ts'

interface Props {
  readonly type: string
  readonly state: ImportOverviewAnswer
  readonly category: string
  readonly problem: string | null
  readonly onChoose: (category: string) => void
  readonly onSend: (file: File, category: string) => void
}

const FORMATS = ['xlsx', 'csv'] as const

/** Those of the last level under the one above them. */
function groupsOf(categories: readonly ImportCategory[]) {
  const last = categories.filter(({ isLast }) => isLast)
  return categories
    .map((above) => ({ above, below: last.filter(({ parent }) => parent === above.value) }))
    .filter(({ below }) => below.length > 0)
}

export function ImportSetup({ type, state, category, problem, onChoose, onSend }: Props) {
  const { categories, title, rows, bytes } = state
  const { isBusy, run } = useTask('', () => toast.error('模板下载失败，请重试'))
  const select = useId()
  const needsCategory = categories.length > 0
  const isReady = !needsCategory || category !== ''
  const name = categories.find(({ value }) => value === category)?.label ?? title
  const download = (format: string) => run(() => saveTemplate(type, category, format, name))
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (!file) return
    if (!isReady) toast.error(`请先选择${title}的类型`)
    else if (file.size > bytes) toast.error(`文件不能超过 ${bytes / 1024 / 1024} MB，请分成几份上传`)
    else onSend(file, category)
  }
  return (
    <>
      {problem ? (
        <p className="eq-import-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <ol className="eq-import-steps">
        {needsCategory ? (
          <li>
            <h2>
              <label htmlFor={select}>选择{title}类型</label>
            </h2>
            <select
              id={select}
              className="eq-select"
              value={category}
              onChange={(event) => onChoose(event.target.value)}
            >
              <option value="">请选择</option>
              {groupsOf(categories).map(({ above, below }) => (
                <optgroup key={above.value} label={above.label}>
                  {below.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
            <p className="eq-muted">一份文件只导入一种类型，因为各类型的参数不同。</p>
          </li>
        ) : null}
        <li>
          <h2>下载模板，填写内容</h2>
          <p className="eq-actions">
            {FORMATS.map((format) => (
              <Button
                key={format}
                icon="download"
                disabled={!isReady}
                busy={isBusy}
                onClick={() => void download(format)}
              >
                {format === 'xlsx' ? 'Excel 模板' : 'CSV 模板'}
              </Button>
            ))}
          </p>
          <p className="eq-muted">
            每件一行，最多 {rows} 行。带 * 的列必须填写，各列的填写要求见 Excel 模板的“填写说明”。
          </p>
        </li>
        <li>
          <h2>上传填好的文件</h2>
          <label className="eq-button eq-button-primary eq-import-file" data-disabled={!isReady || undefined}>
            <input
              className="eq-sr-only"
              type="file"
              accept=".xlsx,.csv"
              disabled={!isReady}
              onChange={(event) => {
                take(event.target.files)
                event.target.value = ''
              }}
            />
            选择文件
          </label>
          <p className="eq-muted">
            XLSX 或 CSV，不超过 {bytes / 1024 / 1024} MB。先逐行检查，经您确认后导入。
          </p>
        </li>
      </ol>
    </>
  )
}
