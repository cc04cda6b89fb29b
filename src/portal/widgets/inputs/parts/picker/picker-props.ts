// Owns what antd's selects of a form have in common.
import { describedBy, type InputProps, isInvalid, isLocked, labelId, leave } from '../../../input-props.ts'

export function pickerProps(props: InputProps) {
  return {
    id: props.id,
    className: 'eq-picker',
    classNames: { popup: { root: 'eq-picker-popup' } },
    allowClear: true,
    onBlur: () => leave(props),
    disabled: isLocked(props),
    ...(isInvalid(props) ? { status: 'error' as const } : {}),
    'aria-labelledby': labelId(props),
    'aria-required': props.required || undefined,
    'aria-invalid': isInvalid(props) || undefined,
    'aria-describedby': describedBy(props),
    // A modal dialog would hide what is drawn outside it.
    getPopupContainer: (trigger: HTMLElement): HTMLElement =>
      trigger.closest('dialog, main') ?? document.body,
  }
}
