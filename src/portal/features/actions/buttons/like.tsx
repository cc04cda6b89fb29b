// Draws the button that likes an item.

import { toReadSource } from '#portal/core/api/read-source.ts'
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { LikeButton } from '#portal/features/actions/like-button.tsx'

export function LikeAction({ action: { label, source }, scope, item, onChanged }: ActionProps) {
  const call = source && item ? toReadSource(source, scope) : null
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
