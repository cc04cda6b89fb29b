// Draws the button that likes something and takes the like back; the count is the server's.
import { useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { get } from '#portal/core/api/client.ts'
import type { ReadSource } from '#portal/core/api/use-read.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Icon } from '#portal/ui/icon.tsx'

interface LikeState {
  readonly liked: boolean
  readonly likeCount: number
}

interface Props {
  readonly call: ReadSource
  readonly liked: boolean
  readonly count: number
  readonly label?: string
  readonly className?: string
  /** After the count has changed, where it is shown elsewhere too. */
  readonly onChanged?: (() => void) | undefined
}

export function LikeButton({
  call,
  liked,
  count,
  label = '点赞',
  className = 'eq-text-button',
  onChanged,
}: Props) {
  const [answer, setAnswer] = useState<LikeState | null>(null)
  const [busy, setBusy] = useState(false)
  const state = answer ?? { liked, likeCount: count }
  const like = async () => {
    setBusy(true)
    try {
      setAnswer(await get<LikeState>(call.path, call.params))
      onChanged?.()
    } catch (error) {
      // The visitor is being redirected to the sign-in page.
      if (error instanceof ApiError && error.status === 401) return
      toast.error(error instanceof Error ? error.message : '点赞失败，请稍后重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className={className}
      aria-pressed={state.liked}
      aria-label={`${label}，${state.likeCount}`}
      disabled={busy}
      onClick={like}
    >
      <Icon name="like" />
      <span className="eq-figure">{state.likeCount > 0 ? state.likeCount : label}</span>
    </button>
  )
}
