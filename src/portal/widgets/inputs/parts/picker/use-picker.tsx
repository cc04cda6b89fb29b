// Provides the shared parts of a form's searchable selects: states, keys, names, chosen entries for screen readers.
import { type KeyboardEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { popupContainer } from '#portal/ui/antd/popup-container.ts'
import { isComposing, pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useComposedText } from '#portal/ui/hooks/use-composed-text.ts'
import { Icon } from '#portal/ui/icon.tsx'
import {
  describedBy,
  type InputProps,
  isInvalid,
  isLocked,
  labelId,
  leave,
} from '#portal/widgets/input-props.ts'

/** Words typed into a picker. `words` waits for an input method to end its composition. */
export function usePickerSearch() {
  const [typed, type] = useState('')
  const { settled, composition } = useComposedText(typed)
  return { typed, words: settled.trim(), type, composition }
}

interface Options {
  readonly search: ReturnType<typeof usePickerSearch>
  /** Labels of the chosen entries. */
  readonly labels: readonly string[]
  readonly isSeveral: boolean
  /** The entries are not those of the typed words yet: the Enter key would choose another one than is meant. */
  readonly isOutdated?: boolean
}

/** `select` goes to antd's select, and that to `enclose`. */
export function usePicker(props: InputProps, { search, labels, isSeveral, isOutdated }: Options) {
  const [open, setOpen] = useState(false)
  const noteId = `${props.id}-chosen`
  const select = {
    open,
    onOpenChange: setOpen,
    // Not antd's own filter: an input method composes, and words are compared by spelling too.
    showSearch: { filterOption: false, searchValue: search.typed, onSearch: search.type },
    // Escape closes the list, not also the dialog that the field is in.
    onKeyDown: (event: KeyboardEvent) => {
      if (pressedKey(event) === 'Escape' && open) event.preventDefault()
    },
    // Tab goes on to the next field; the select itself would take, or take back, the entry under the cursor and stay.
    onKeyDownCapture: (event: KeyboardEvent) => {
      // While an input method composes, keys are not the select's either.
      if (isComposing(event)) return event.stopPropagation()
      if (pressedKey(event) === 'Enter' && open && isOutdated) {
        event.preventDefault()
        return event.stopPropagation()
      }
      if (pressedKey(event) !== 'Tab' || !open) return
      event.stopPropagation()
      setOpen(false)
    },
    id: props.id,
    className: 'eq-picker',
    classNames: { popup: { root: 'eq-picker-popup' } },
    allowClear: { label: '清除', clearIcon: <Icon name="close" /> },
    onBlur: () => leave(props),
    disabled: isLocked(props),
    ...(isInvalid(props) ? { status: 'error' as const } : {}),
    ...(isSeveral ? { mode: 'multiple' as const } : {}),
    // A virtual list tells a screen reader of the entries around the cursor only, and of no position among all.
    virtual: false,
    popupRender: (list: ReactElement) => (
      <NamedList labelledBy={labelId(props)} isSeveral={isSeveral}>
        {list}
      </NamedList>
    ),
    'aria-labelledby': labelId(props),
    'aria-required': props.required || undefined,
    'aria-invalid': isInvalid(props) || undefined,
    'aria-describedby':
      [labels.length ? noteId : '', describedBy(props)].filter(Boolean).join(' ') || undefined,
    getPopupContainer: popupContainer,
  }
  // The select's own field holds what is typed to search, so what is chosen is its description.
  const enclose = (control: ReactElement) => (
    <AntdFrame>
      <div {...search.composition}>{control}</div>
      <span id={noteId} className="eq-sr-only" aria-live="polite">
        {labels.length > 1
          ? `已选 ${labels.length} 项：${labels.join('、')}`
          : labels.length
            ? `已选：${labels[0]}`
            : ''}
      </span>
    </AntdFrame>
  )
  return { select, enclose }
}

interface NamedListProps {
  readonly labelledBy: string
  readonly isSeveral: boolean
  readonly children: ReactElement
}

/** antd's list has neither a name nor a mark that several may be chosen, and is another element once nothing matches. */
function NamedList({ labelledBy, isSeveral, children }: NamedListProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = box.current?.querySelector('[role=listbox]')
    list?.setAttribute('aria-labelledby', labelledBy)
    if (isSeveral) list?.setAttribute('aria-multiselectable', 'true')
    // A scrolling element is focusable, so that it can be scrolled by keyboard.
    box.current?.querySelector('[class*="list-holder"]')?.setAttribute('tabindex', '0')
  })
  return <div ref={box}>{children}</div>
}
