/** Which packages of the templates are compressed together: those that the same templates need. */

/** @param {readonly { name: string, lock: { packages: Record<string, object> } }[]} templates */
export function groupPackages(templates) {
  const byIntegrity = new Map()
  for (const { name, lock } of templates) {
    for (const [location, { version, integrity, os }] of Object.entries(lock.packages)) {
      // The project itself; and what is for another platform is not installed.
      if (location === '' || os !== undefined) continue
      if (integrity === undefined)
        throw new Error(`templates/${name}/package-lock.json has no integrity for ${location}.`)
      const known = byIntegrity.get(integrity) ?? { integrity, version, template: name, location, users: [] }
      known.users.push(name)
      byIntegrity.set(integrity, known)
    }
  }
  const groups = new Map()
  for (const one of byIntegrity.values()) {
    const name = one.users.length > 1 ? 'shared' : one.template
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups].map(([name, packages]) => ({ name, packages }))
}
