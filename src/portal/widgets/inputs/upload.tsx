// Draws the input of files; its value is their ids.
import type { InputProps } from '#portal/widgets/input-props.ts'
import { StoredFile } from '#portal/widgets/media/stored-file.tsx'
import { UploadBox } from './parts/upload-box.tsx'

export function UploadInput(props: InputProps) {
  return (
    <UploadBox
      props={props}
      draw={(id) => (
        <span className="eq-upload-name">
          <StoredFile id={id} />
        </span>
      )}
    />
  )
}
