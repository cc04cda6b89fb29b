// Draws the choices of a filter in one line, 全部 first; the others unfold. Very many choices become a searchable list.
import { lazy, Suspense, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useUnfolded } from '#portal/core/state/use-unfolded.ts'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { useFirstLineFit } from '#portal/ui/hooks/use-first-line-fit.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ChoicePopup } from './choice-popup.tsx'
import type { Choice } from './use-choices.ts'

/** More are found by their words. */
const MAX_BUTTONS = 24

const ChoiceList = lazy(async () => ({ default: (await import('./choice-list.tsx')).ChoiceList }))

interface Props {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  /** True if a choice is added to the earlier ones. */
  readonly isSeveral?: boolean | undefined
  readonly onChoose: (value: string) => void
}

export function ChoiceRow(props: Props) {
  return props.choices.length > MAX_BUTTONS ? <ChoiceSelect {...props} /> : <ChoiceButtons {...props} />
}

function ChoiceButtons({ label, choices, chosen, onChoose }: Props) {
  const { pathname } = useLocation()
  const [open, setOpen] = useUnfolded(`${pathname} ${label}`)
  const { row, overflows, beyond } = useFirstLineFit()
  const firstBeyond = useRef<HTMLButtonElement>(null)
  const isHidden = (index: number) => !open && beyond.has(index)
  const [first] = beyond
  const unfold = () => {
    setOpen(!open)
    // The unfolded choices stand before the button, so the focus moves to the first of them.
    if (!open) setTimeout(() => firstBeyond.current?.focus())
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere
    <div className="eq-choices" role="group" aria-label={label} ref={row}>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => onChoose('')}>
        全部
      </button>
      {choices.map(({ value, label: text, count }, index) => (
        <button
          key={value}
          ref={index + 1 === first ? firstBeyond : undefined}
          type="button"
          data-beyond={isHidden(index + 1) || undefined}
          aria-pressed={chosen.includes(value)}
          onClick={() => onChoose(value)}
        >
          {text}
          {count === undefined ? null : <small className="eq-choice-count">{toFigure(count)}</small>}
        </button>
      ))}
      <button
        type="button"
        className="eq-choices-more"
        data-beyond={!overflows || undefined}
        aria-expanded={open}
        aria-label={`${open ? '收起' : '更多'}${label}`}
        onClick={unfold}
      >
        {open ? '收起' : '更多'}
        <Icon name={open ? 'up' : 'down'} />
      </button>
    </div>
  )
}

function ChoiceSelect({ label, choices, chosen, isSeveral, onChoose }: Props) {
  const titles = chosen.map((value) => choices.find((choice) => choice.value === value)?.label ?? value)
  return (
    <ChoicePopup className="eq-choice-select" label={label} text={titles.join('、') || '全部'}>
      {(id, close) => (
        <div id={id} className="eq-choice-panel">
          <Suspense fallback={<Skeleton />}>
            <ChoiceList
              label={label}
              choices={choices}
              chosen={chosen}
              isSeveral={isSeveral}
              onChoose={(value) => {
                onChoose(value)
                if (!isSeveral || value === '') close()
              }}
            />
          </Suspense>
        </div>
      )}
    </ChoicePopup>
  )
}
