// Draws the box in which files are chosen or dropped, with sent files and errors. It is custom because antd's Upload
// has several faults: each button to remove is 24 px and named 删除文件 for every file, the reason of a failure is a
// tooltip under the mouse, there is no retry, the progress has no name, and Enter on its button loses the focus. With
// all that drawn by `itemRender`, it would be a hidden input for 30 KB.
import { type ReactNode, useId, useRef, useState } from 'react'
import { pageById } from '#portal/core/configuration/manifest.ts'
import { hasTouchInput } from '#portal/ui/browser/touch-input.ts'
import { Button } from '#portal/ui/button.tsx'
import { toSize } from '#portal/ui/format/format-number.ts'
import { describedBy, groupProps, type InputProps, isInvalid, isLocked } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { DOCUMENT_KINDS, MAX_FILE_MEGABYTES } from '#shared/forms/file-widgets.ts'
import { type UploadLimits, useUploads } from './use-uploads.ts'

interface Props {
  readonly props: InputProps
  /** Kinds of files that the widget accepts, if it restricts them itself. */
  readonly kinds?: readonly string[]
  /** Number of files that the widget accepts at most, whatever the schema says. */
  readonly max?: number
  readonly draw: (id: string) => ReactNode
}

function uploadLimits(props: InputProps, most: number, kinds?: readonly string[]): UploadLimits {
  const { accept = DOCUMENT_KINDS, maxSize = MAX_FILE_MEGABYTES } = optionsOf<'inputs/upload'>(props)
  return { accept: kinds ?? accept, maxSize, most }
}

function describeLimits({ accept, maxSize, most }: UploadLimits): string {
  const kinds = accept.map((kind) => kind.toUpperCase()).join('、')
  return most > 1 ? `${kinds}，每份不超过 ${maxSize} MB，最多 ${most} 份` : `${kinds}，不超过 ${maxSize} MB`
}

/** Opens beside the form, which stays as it is. */
function Template({ props }: Pick<Props, 'props'>) {
  const { template } = optionsOf<'inputs/upload'>(props)
  const path = template && pageById(template.page)?.path
  if (!path) return null
  return (
    <p className="eq-help">
      <a href={`#${path}`} target="_blank" rel="noopener noreferrer">
        {template.title}
      </a>
    </p>
  )
}

/** The value is the id of a file, or a list of them where the schema is a list. */
export function UploadBox({ props, kinds, max, draw }: Props) {
  const { name, label, schema } = props
  const isList = schema.type === 'array'
  const most = max ?? (isList && typeof schema.maxItems === 'number' ? schema.maxItems : 1)
  const value = [props.value].flat().filter((id): id is string => typeof id === 'string' && id !== '')
  const onChange = (ids: readonly string[]) => props.onChange(isList && ids.length ? ids : ids[0])
  const limits = uploadLimits(props, most, kinds)
  const uploads = useUploads({ field: name, limits, value, onChange })
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const rules = useId()
  const locked = isLocked(props)
  /** The button that was pressed is gone. */
  const giveFocus = () => chooser.current?.focus()
  const isFull = value.length >= most
  const add = (files: FileList | null) => {
    if (!locked && files?.length) uploads.add([...files])
  }
  return (
    <div {...groupProps(props)} className="eq-upload">
      {value.length > 0 || uploads.sending.length > 0 ? (
        <ul className="eq-upload-list">
          {value.map((id, index) => (
            <li key={id}>
              {draw(id)}
              <Button
                look="text"
                disabled={locked}
                aria-label={`移除${label}第 ${index + 1} 份`}
                onClick={() => {
                  onChange(value.filter((entry) => entry !== id))
                  giveFocus()
                }}
              >
                移除
              </Button>
            </li>
          ))}
          {uploads.sending.map((entry) => (
            <li key={entry.key} data-failed={entry.error ? true : undefined}>
              <span className="eq-upload-name">
                {entry.file.name} <small className="eq-muted">{toSize(entry.file.size)}</small>
              </span>
              {entry.error ? (
                <span className="eq-upload-error" role="alert">
                  {entry.error}
                </span>
              ) : (
                <progress value={entry.share} aria-label={`${entry.file.name}上传进度`} />
              )}
              {entry.error && uploads.canRetry(entry) ? (
                <Button
                  look="text"
                  aria-label={`重试上传${entry.file.name}`}
                  onClick={() => {
                    uploads.retry(entry)
                    giveFocus()
                  }}
                >
                  重试
                </Button>
              ) : null}
              <Button
                look="text"
                aria-label={`${entry.error ? '移除' : '取消上传'}${entry.file.name}`}
                onClick={() => {
                  uploads.drop(entry.key)
                  giveFocus()
                }}
              >
                {entry.error ? '移除' : '取消'}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Template props={props} />
      <span className="eq-sr-only" role="status">
        {uploads.message}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside */}
      <div
        className="eq-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!locked)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          add(event.dataTransfer.files)
        }}
      >
        <label className="eq-button eq-button-plain" data-disabled={locked || isFull || undefined}>
          <input
            ref={chooser}
            className="eq-sr-only"
            type="file"
            accept={limits.accept.map((kind) => `.${kind}${kind === 'jpg' ? ',.jpeg' : ''}`).join(',')}
            multiple={most > 1}
            disabled={locked || isFull}
            aria-label={`选择${label}`}
            aria-invalid={isInvalid(props) || undefined}
            aria-describedby={[rules, describedBy(props)].filter(Boolean).join(' ')}
            onChange={(event) => {
              add(event.target.files)
              event.target.value = ''
            }}
          />
          <span aria-hidden="true">选择文件</span>
        </label>
        <small id={rules} className="eq-muted">
          {isFull
            ? '已达到份数上限，移除后可重新选择'
            : `${hasTouchInput() ? '' : '或拖到此处。'}${describeLimits(limits)}`}
        </small>
      </div>
    </div>
  )
}
