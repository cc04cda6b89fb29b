// Owns what antd's selects of a form have in common.
import { type KeyboardEvent, useState } from 'react'
import { popupHome } from '../../../../antd/popup-home.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { describedBy, type InputProps, isInvalid, isLocked, labelId, leave } from '../../../input-props.ts'

export function usePicker(props: InputProps) {
  const [open, setOpen] = useState(false)
  return {
    open,
    onOpenChange: setOpen,
    // Escape closes the list, not also the dialog that the field is in.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && open) event.preventDefault()
    },
    // Tab goes on to the next field; the select itself would take, or take back, the entry under the cursor and stay.
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || !open) return
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
    'aria-labelledby': labelId(props),
    'aria-required': props.required || undefined,
    'aria-invalid': isInvalid(props) || undefined,
    'aria-describedby': describedBy(props),
    getPopupContainer: popupHome,
  }
}
