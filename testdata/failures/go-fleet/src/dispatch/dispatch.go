package dispatch

// Fan sends each job to one channel and returns it.
func Fan(jobs []int) <-chan int {
	out := make(chan int)
	for _, j := range jobs {
		out <- j
	}
	close(out)
	return out
}
