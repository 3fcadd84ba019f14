/** A time zone as git writes it, e.g. `+0130`, from minutes east of UTC. */
export function zoneText(minutes: number): string {
  const size = Math.abs(minutes)
  const digits = String(Math.floor(size / 60) * 100 + (size % 60)).padStart(4, '0')
  return `${minutes < 0 ? '-' : '+'}${digits}`
}
