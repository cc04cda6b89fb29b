// Draws the site search with suggestions, as a combobox: arrows choose, Enter applies, Escape closes.
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { MAX_SEARCH_LENGTH, noteSearch } from '#portal/core/search/search-address.ts'
import { usePreferences } from '#portal/core/state/preferences.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useComposedText } from '#portal/ui/hooks/use-composed-text.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { type SearchSuggestion, useSearchSuggestions } from './use-search-suggestions.ts'

interface Props {
  readonly path: string
  readonly currentQuery: string
  /** Takes the focus when it comes: it was asked for by a button. */
  readonly isFocused?: boolean
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export function SearchField({ path, currentQuery, isFocused }: Props) {
  const navigate = useNavigate()
  const { care } = usePreferences()
  const [text, setText] = useState(currentQuery)
  const [focused, setFocused] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  const { settled, composition } = useComposedText(text)
  const offers = useSearchSuggestions(path, settled === currentQuery ? '' : settled, focused && !care)
  const open = focused && !care && offers.length > 0
  const take = ({ address, keyWord }: SearchSuggestion) => {
    setFocused(false)
    if (keyWord !== undefined) {
      setText(keyWord)
      noteSearch(keyWord)
    }
    void navigate(address)
  }
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    const step = STEPS[key]
    const offer = offers[chosen]
    if (key === 'Escape' && open) setFocused(false)
    else if (key === 'Enter' && open && offer) take(offer)
    else if (step !== undefined && offers.length > 0 && !care) {
      setFocused(true)
      setChosen((chosen + step + offers.length + (chosen < 0 && step < 0 ? 1 : 0)) % offers.length)
    } else return
    event.preventDefault()
  }
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes that the focus has left the field and its button
    <div className="eq-search-box" onBlur={leave}>
      <input
        ref={input}
        type="search"
        name="keyWord"
        value={text}
        maxLength={MAX_SEARCH_LENGTH}
        role="combobox"
        aria-label="站内搜索"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && chosen >= 0 ? `${list}-${chosen}` : undefined}
        placeholder="搜索全站，至少两个字"
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value)
          setChosen(-1)
          setFocused(true)
        }}
        onFocus={() => setFocused(true)}
        onClick={() => setFocused(true)}
        onKeyDown={press}
        {...composition}
      />
      <button type="submit" onClick={() => setFocused(false)}>
        <Icon name="search" />
        <span>搜索</span>
      </button>
      {open ? (
        <div
          id={list}
          className="eq-search-offers"
          role="listbox"
          aria-label={text ? '搜索建议' : '搜索历史'}
        >
          {offers.map((offer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are pressed in the field
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as a combobox does
            <div
              key={offer.key}
              id={`${list}-${index}`}
              role="option"
              className="eq-search-offer"
              aria-selected={index === chosen}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(offer)}
            >
              <span>{offer.text}</span>
              <small>{offer.kind}</small>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  )
}
