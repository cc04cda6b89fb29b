// Declares the error of a wrong setting, which names it in one line.

export class SettingError extends Error {}
