// Draws the choices of a filter in one line, 全部 first; the others unfold. Very many choices become a searchable list.
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { useUnfolded } from '#portal/core/state/use-unfolded.ts'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ChoicePopup } from './choice-popup.tsx'
import type { Choice } from './use-choices.ts'

const widthOf = (element: Element): number => element.getBoundingClientRect().width

/** Places of the buttons beyond the first line, joined by commas; pressed ones and the first always fit. */
function measureRow(row: HTMLElement): string {
  const children = [...row.children]
  const more = children.pop()
  const gap = Number.parseFloat(getComputedStyle(row).columnGap) || 0
  const widths = children.map((child) => widthOf(child) + gap)
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (!more || total - gap <= row.clientWidth) return ''
  const isKept = (index: number) => index === 0 || children[index]?.getAttribute('aria-pressed') === 'true'
  const kept = widths.reduce((sum, width, index) => (isKept(index) ? sum + width : sum), 0)
  let room = row.clientWidth - widthOf(more) - kept
  const beyond: number[] = []
  for (const [index, width] of widths.entries()) {
    if (isKept(index)) continue
    // From the first that does not fit, all fold: the order stays that of the whole row.
    if (beyond.length > 0 || width > room) beyond.push(index)
    else room -= width
  }
  return beyond.join(',')
}

/** The row's children are its buttons, and last the one that unfolds it; all are measured, also unseen ones. */
function useFirstLineFit() {
  const row = useRef<HTMLDivElement>(null)
  const [beyond, setBeyond] = useState('')
  // Measures before every paint, because any content of the row may have changed.
  useLayoutEffect(() => {
    if (row.current?.clientWidth) setBeyond(measureRow(row.current))
  })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.clientWidth) flushSync(() => setBeyond(measureRow(element)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return {
    row,
    /** True if the buttons need more than one line. */
    overflows: beyond !== '',
    /** Places of the buttons that do not fit. */
    beyond: new Set(beyond === '' ? [] : beyond.split(',').map(Number)),
  }
}

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
