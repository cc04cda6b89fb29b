// Draws the input of files; its value is their ids.
import type { InputProps } from '#portal/widgets/input-props.ts'
import { StoredFile } from '#portal/widgets/media/stored-file.tsx'
import { UploadBox } from './parts/upload-box.tsx'

export function UploadInput(props: InputProps) {
  const { maxItems } = props.schema
  return (
    <UploadBox
      props={props}
      value={Array.isArray(props.value) ? (props.value as readonly string[]) : []}
      most={typeof maxItems === 'number' ? maxItems : 1}
      onChange={(value) => props.onChange(value.length ? value : undefined)}
      draw={(id) => (
        <span className="eq-upload-name">
          <StoredFile id={id} />
        </span>
      )}
    />
  )
}
