// Draws the button that likes something and takes the like back; the count is the server's.
import { get } from '#portal/core/api/client.ts'
import type { ReadSource } from '#portal/core/api/use-read.ts'
import { toastFailure, useTask } from '#portal/ui/hooks/use-task.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { useReaction } from './use-reaction.ts'

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
  const { state, react } = useReaction<LikeState>([call.path, call.params], { liked, likeCount: count })
  const { isBusy, run } = useTask('点赞失败，请稍后重试', toastFailure)
  const like = async () => {
    const likeCount = state.likeCount + (state.liked ? -1 : 1)
    await react(get(call.path, call.params), { liked: !state.liked, likeCount })
    onChanged?.()
  }
  return (
    <button
      type="button"
      className={className}
      aria-pressed={state.liked}
      aria-label={`${label}，${state.likeCount}`}
      disabled={isBusy}
      onClick={() => void run(like)}
    >
      <Icon name="like" />
      <span className="eq-figure">{state.likeCount > 0 ? state.likeCount : label}</span>
    </button>
  )
}
