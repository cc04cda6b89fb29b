// Chooses the element in which antd draws popups: everything outside a modal dialog is hidden and loses the focus.

export function popupContainer(control: HTMLElement): HTMLElement {
  return control.closest<HTMLElement>('dialog, [role=dialog], main') ?? document.body
}
