// Draws a masked value, with a button that asks the server for the whole value.
import { type ReactNode, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { calls } from '#portal/core/site.ts'
import { toastFailure, useTask } from '#portal/ui/hooks/use-task.ts'
import type { Item } from '#portal/widgets/widget-props.ts'

const REVEAL = calls['personal.reveal']

interface Props {
  /** The item that the value is of; without type and id there is nothing to ask for. */
  readonly item: Item
  readonly field: string
  readonly label: string
  readonly masked: unknown
  readonly children: (shown: unknown) => ReactNode
}

export function MaskedValue({ item, field, label, masked, children }: Props) {
  const [whole, setWhole] = useState<{ readonly value: unknown } | null>(null)
  const [isVisible, setIsVisible] = useState(false)
  const { isBusy, run } = useTask('暂时无法显示，请稍后重试', toastFailure)
  const { type, id, isChange } = item
  if (REVEAL === undefined || typeof type !== 'string' || typeof id !== 'string')
    return <>{children(masked)}</>
  const reveal = async () => {
    const body = { dataType: type, dataId: id, field, ...(isChange === true ? { change: true } : {}) }
    setWhole(await post<{ value: unknown }>(REVEAL, body))
    setIsVisible(true)
  }
  const toggle = () => (isVisible || whole ? setIsVisible(!isVisible) : void run(reveal))
  return (
    <span>
      {children(isVisible && whole ? whole.value : masked)}{' '}
      <button
        type="button"
        className="eq-text-button"
        aria-label={`${isVisible ? '隐藏' : '显示'}完整${label}`}
        disabled={isBusy}
        onClick={toggle}
      >
        {isVisible ? '隐藏' : '显示'}
      </button>
    </span>
  )
}
