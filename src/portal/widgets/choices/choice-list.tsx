// Draws a list of choices that typing narrows, as a combobox: arrows move, Enter chooses.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useComposedText } from '#portal/ui/hooks/use-composed-text.ts'
import { useChoiceSearch } from './use-choice-search.ts'
import type { Choice } from './use-choices.ts'

interface Props {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly isSeveral?: boolean | undefined
  readonly onChoose: (value: string) => void
}

const INCREMENTS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export function ChoiceList({ label, choices, chosen, isSeveral, onChoose }: Props) {
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const { settled, composition } = useComposedText(words)
  const all: Choice = { value: '', label: '全部' }
  const found = useChoiceSearch(settled, (test) => choices.filter((choice) => test(choice.label, settled)))
  const offered = settled.trim() ? found : [all, ...choices]
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      offered.findIndex(({ value }) => chosen.includes(value)),
    ),
  )
  const current = offered[active]
  const isChosen = ({ value }: Choice) => (value === '' ? chosen.length === 0 : chosen.includes(value))
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, active])
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    const increment = INCREMENTS[key]
    if (key === 'Enter' && current) onChoose(current.value)
    else if (increment !== undefined && offered.length > 0)
      setActive((active + increment + offered.length) % offered.length)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={input}
        className="eq-input"
        type="search"
        role="combobox"
        aria-label={`查找${label}`}
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${list}-${active}` : undefined}
        placeholder="输入名称查找"
        autoComplete="off"
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setActive(0)
        }}
        onKeyDown={press}
        {...composition}
      />
      <div id={list} role="listbox" aria-label={label} aria-multiselectable={isSeveral || undefined}>
        {offered.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are pressed in the field
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as a combobox does
          <div
            key={choice.value}
            id={`${list}-${index}`}
            role="option"
            className="eq-choice-option"
            data-active={index === active || undefined}
            aria-selected={isChosen(choice)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice.value)}
          >
            <span>{choice.label}</span>
            {choice.count === undefined ? null : (
              <small className="eq-choice-count">{toFigure(choice.count)}</small>
            )}
          </div>
        ))}
      </div>
      <p role="status" className={offered.length > 0 ? 'eq-sr-only' : 'eq-muted'}>
        {offered.length > 0 ? `${offered.length} 个选项` : '没有匹配的选项'}
      </p>
    </>
  )
}
