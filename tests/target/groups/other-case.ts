/** Letters that have one capital and one small form in every language: no ı, ß or final ς. */
const paired = /[À-ÖØ-Þà-öø-þĄąĆćČčĎďĐđĒēĘęĚěĞğŁłŃńŇňŐőŘřŚśŞşŠšŤťŮůŰűŴŵŶŷŹźŻżŽžА-Яа-яΑ-ΡΤ-Ωα-ρτ-ω]/gu;

/** A name with the case of the letters beyond A to Z changed, as far as they have one in every language. */
export function inOtherCase(name: string): string {
  return name.replace(paired, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
