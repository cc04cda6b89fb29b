// Owns the input of a picture, or of several, shown small; its value is their ids.
import type { InputProps } from '../input-props.ts'
import { useStoredUrl } from '../use-stored-url.ts'
import { UploadBox } from './parts/upload-box.tsx'

/** Fetched with the session: a picture not yet published is its owner's alone. */
function Preview({ id, title }: { readonly id: string; readonly title: string }) {
  const url = useStoredUrl(id)
  return url ? (
    <img className="eq-upload-picture" src={url} alt={`已上传的${title}`} />
  ) : (
    <span className="eq-upload-name">已上传的{title}</span>
  )
}

export function ImageInput(props: InputProps) {
  const isSeveral = props.schema.type === 'array'
  const { maxItems } = props.schema
  const value = [props.value].flat().filter((id): id is string => typeof id === 'string' && id !== '')
  return (
    <UploadBox
      props={props}
      value={value}
      most={isSeveral && typeof maxItems === 'number' ? maxItems : 1}
      onChange={(next) => props.onChange(isSeveral && next.length ? next : next[0])}
      draw={(id) => <Preview id={id} title={props.label} />}
    />
  )
}
