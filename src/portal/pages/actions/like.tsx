// Owns the button that likes an item.
import { LikeButton } from '../../widgets/like-button.tsx'
import { toRead } from '../../widgets/to-read.ts'
import type { ActionProps } from '../action-props.ts'

export function LikeAction({ action: { label, source }, scope, item, onChanged }: ActionProps) {
  const call = source && item ? toRead(source, scope) : null
  if (!call || !item) return null
  return (
    <LikeButton
      call={call}
      liked={item.liked === true}
      count={Number(item.likeCount ?? 0)}
      label={label}
      className="eq-button eq-button-plain"
      onChanged={onChanged && (() => onChanged())}
    />
  )
}
