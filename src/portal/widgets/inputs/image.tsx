// Draws the input of one or several pictures, shown small with their descriptions; its value is their ids.

import { type InputProps, isLocked } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { PICTURE_KINDS } from '#shared/forms/file-widgets.ts'
import { PictureDescription } from './parts/picture-description.tsx'
import { UploadBox } from './parts/upload-box.tsx'

export function ImageInput(props: InputProps) {
  const isSeveral = props.schema.type === 'array'
  const { maxItems } = props.schema
  const { accept = PICTURE_KINDS } = optionsOf<'inputs/image'>(props)
  const value = [props.value].flat().filter((id): id is string => typeof id === 'string' && id !== '')
  return (
    <UploadBox
      props={props}
      value={value}
      kinds={accept}
      most={isSeveral && typeof maxItems === 'number' ? maxItems : 1}
      onChange={(next) => props.onChange(isSeveral && next.length ? next : next[0])}
      draw={(id) => <PictureDescription id={id} title={props.label} isLocked={isLocked(props)} />}
    />
  )
}
