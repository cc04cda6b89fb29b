// Draws the input of one or several pictures, shown small with their descriptions; its value is their ids.

import { useEffect, useId, useState } from 'react'
import { describePicture, messageOf } from '#portal/core/api/file-client.ts'
import { type InputProps, isLocked } from '#portal/widgets/input-props.ts'
import { useFileInfo, useStoredUrl } from '#portal/widgets/media/stored-file.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import { PICTURE_KINDS } from '#shared/forms/file-widgets.ts'
import { UploadBox } from './parts/upload-box.tsx'

interface Props {
  readonly id: string
  readonly title: string
  readonly isLocked: boolean
}

const PLACES = [17, 50, 83] as const
const MAX_ALT_LENGTH = 100

/** The nearest of the nine places. */
const nearest = (value: number): number =>
  PLACES.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best))

const NAMES = [
  ['左上角', '上边', '右上角'],
  ['左边', '中间', '右边'],
  ['左下角', '下边', '右下角'],
] as const

/** The picture is fetched with the session: one not yet published is its owner's alone. */
function PictureDescription({ id, title, isLocked }: Props) {
  const url = useStoredUrl(id)
  const info = useFileInfo(id)
  const [alt, setAlt] = useState('')
  const [at, setAt] = useState({ x: 50, y: 50 })
  const [message, setMessage] = useState('')
  const name = useId()
  useEffect(() => {
    if (!info) return
    setAlt(info.alt)
    setAt({ x: nearest(info.focus.x), y: nearest(info.focus.y) })
  }, [info])
  if (!url) return <span className="eq-upload-name">已上传的{title}</span>
  const keep = (words: Parameters<typeof describePicture>[1]) =>
    describePicture(id, words).then(
      () => setMessage('已保存'),
      (error) => setMessage(messageOf(error)),
    )
  return (
    <div className="eq-picture-words">
      <fieldset className="eq-focus" disabled={isLocked}>
        <legend className="eq-sr-only">{title}裁切时保留的位置</legend>
        <img className="eq-upload-picture" src={url} alt={`已上传的${title}`} />
        {PLACES.map((y, down) =>
          PLACES.map((x, across) => (
            <label key={`${x}-${y}`} title={`保留${NAMES[down]?.[across]}`}>
              <input
                type="radio"
                name={name}
                aria-label={NAMES[down]?.[across]}
                checked={at.x === x && at.y === y}
                onChange={() => {
                  setAt({ x, y })
                  void keep({ focus: { x, y } })
                }}
              />
            </label>
          )),
        )}
      </fieldset>
      <label className="eq-picture-alt">
        <span>图片说明（供读屏软件朗读）</span>
        <input
          className="eq-input"
          value={alt}
          disabled={isLocked}
          placeholder="例如：排水车在街道上展开作业臂"
          onChange={(event) => setAlt(cutLetters(event.target.value, MAX_ALT_LENGTH))}
          onBlur={() => alt !== (info?.alt ?? '') && void keep({ alt })}
        />
      </label>
      <small className="eq-muted" role="status">
        {message || '点选图片上的位置，裁切时保留该处'}
      </small>
    </div>
  )
}

export function ImageInput(props: InputProps) {
  const { accept = PICTURE_KINDS } = optionsOf<'inputs/image'>(props)
  return (
    <UploadBox
      props={props}
      kinds={accept}
      draw={(id) => <PictureDescription id={id} title={props.label} isLocked={isLocked(props)} />}
    />
  )
}
