// Draws the choice of a stock phrase, which is added to the text of a reason.
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'

interface Props {
  readonly dictionary: string
  /** Id of the text area. */
  readonly target: string
}

/** As typed: the form reads the text when it is sent, and what is typed asks before it is left. */
function addTo(target: string, phrase: string): void {
  const area = document.getElementById(target)
  if (!(area instanceof HTMLTextAreaElement)) return
  area.setRangeText(phrase, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
  area.focus()
}

export function StockPhrases({ dictionary, target }: Props) {
  const phrases = useDictionary(dictionary)
  if (phrases.length === 0) return null
  return (
    <select
      className="eq-input"
      aria-label="常用意见"
      value=""
      onChange={({ target: { value } }) => addTo(target, value)}
    >
      <option value="">常用意见</option>
      {phrases.map(({ value, label }) => (
        <option key={value} value={label}>
          {label}
        </option>
      ))}
    </select>
  )
}
