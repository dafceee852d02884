/** A promise and the function that fulfils it. */
export function signal(): [promise: Promise<void>, send: () => void] {
  let send = () => {};
  const promise = new Promise<void>((resolve) => {
    send = resolve;
  });
  return [promise, send];
}
