// Owns where antd draws what a control opens: a modal dialog would hide, and take the focus from, what is outside it.

export function popupContainer(control: HTMLElement): HTMLElement {
  return control.closest<HTMLElement>('dialog, [role=dialog], main') ?? document.body
}
