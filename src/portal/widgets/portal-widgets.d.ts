// Declares the type of the modules that the build finds in a portal's own folder of widgets, by family.
declare module 'portal-widgets/*' {
  const modules: Readonly<Record<string, unknown>>
  export default modules
}
